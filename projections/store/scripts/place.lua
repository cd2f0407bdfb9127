-- Where the views stand that a pointer names: {epoch, position, tip, build}, or nothing where there are none, or
-- something else stands there.
--
-- KEYS: the pointer (live or building). ARGV: what every key begins with.

local function safely(...)
  local found = redis.pcall(...)
  if type(found) == 'table' and found.err then return false end
  return found
end

local epoch = safely('GET', KEYS[1])
if not epoch then return false end
local log = safely('HMGET', ARGV[1] .. epoch .. ':log', 'position', 'tip', 'build')
if not log or not log[1] or not log[2] or not log[3] then return false end
return {epoch, log[1], log[2], log[3]}
