-- Let readers use an epoch from now on: 'ok'; 'behind' where the one they use stands further on in the log; 'gone'.
--
-- KEYS: the pointers `live` and `building`. ARGV: what every key begins with; the epoch; an epoch to replace whatever its position.

local epoch, live = ARGV[2], redis.call('GET', KEYS[1])
local at = redis.call('HGET', ARGV[1] .. epoch .. ':log', 'position')
if not at then return 'gone' end
if live and live ~= epoch and live ~= ARGV[3] then
  local there = redis.call('HGET', ARGV[1] .. live .. ':log', 'position')
  if there and tonumber(there) > tonumber(at) then return 'behind' end
end
redis.call('SET', KEYS[1], epoch)
if redis.call('GET', KEYS[2]) == epoch then redis.call('DEL', KEYS[2]) end
return 'ok'
