-- Let readers use an epoch from now on: 'ok'; 'behind' where the one they use stands further on in the log; 'gone'.
--
-- KEYS: the pointers `live` and `building`. ARGV: what every key begins with; the epoch; an epoch to replace whatever its position.

local function safely(...)
  local found = redis.pcall(...)
  if type(found) == 'table' and found.err then return false end
  return found
end

local epoch, live = ARGV[2], safely('GET', KEYS[1])
local at = safely('HGET', ARGV[1] .. epoch .. ':log', 'position')
if not at then return 'gone' end
if live and live ~= epoch and live ~= ARGV[3] then
  local there = safely('HGET', ARGV[1] .. live .. ':log', 'position')
  if there and (tonumber(there) or 0) > (tonumber(at) or 0) then return 'behind' end
end
redis.call('SET', KEYS[1], epoch)
if safely('GET', KEYS[2]) == epoch then redis.call('DEL', KEYS[2]) end
return 'ok'
