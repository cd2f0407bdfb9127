-- Where the views stand that a pointer names: {epoch, position, tip, build}, or nothing where there are none.
--
-- KEYS: the pointer (live or building). ARGV: what every key begins with.

local epoch = redis.call('GET', KEYS[1])
if not epoch then return false end
local log = redis.call('HMGET', ARGV[1] .. epoch .. ':log', 'position', 'tip', 'build')
if not log[1] then return false end
return {epoch, log[1], log[2], log[3]}
