-- Begin an epoch, or go on with the one that is being built by the same program: {epoch, position, tip, build}.
--
-- KEYS: the pointer `building`. ARGV: what every key begins with; the name for a new epoch; the build; '1' to begin afresh.

local function safely(...)
  local found = redis.pcall(...)
  if type(found) == 'table' and found.err then return false end
  return found
end

local name, build = ARGV[2], ARGV[3]
if ARGV[4] ~= '1' then
  local epoch = safely('GET', KEYS[1])
  local log = epoch and safely('HMGET', ARGV[1] .. epoch .. ':log', 'position', 'tip', 'build')
  if log and log[1] and log[1]:match('^%d+$') and log[2] and log[3] == build then return {epoch, log[1], log[2], log[3]} end
end
redis.call('SET', KEYS[1], name)
redis.call('HSET', ARGV[1] .. name .. ':log', 'position', '0', 'tip', '', 'build', build)
return {name, '0', '', build}
