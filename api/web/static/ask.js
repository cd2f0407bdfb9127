// The way that scripts ask the service, and send what somebody entered: answers once the whole answer is there, null where none came.

const LONG = 20_000; // milliseconds after which no answer is one that does not come: what waits behind it goes on

export async function ask(to, options = {}) {
  try {
    const answer = await fetch(to, { ...options, signal: AbortSignal.timeout(LONG) });
    await answer.clone().arrayBuffer(); // an answer may be cut off, or stand still, in its middle
    return answer;
  } catch {
    return null;
  }
}
