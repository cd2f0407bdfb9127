-- Write the views of some games, and on the last call of a batch the position they bring the epoch to.
--
-- KEYS: the epoch's log; the pointer `live`; where games are named that have to be written anew.
-- ARGV: the epoch's prefix; the position the batch begins after; the position it ends at; the digest of the record there;
--       '1' on the batch's last call, 'mend' to write games anew wherever the epoch stands; the epoch, if it has
--       to be the live one; the games (JSON), a list each, whose items are
--       id, seq, order, opened, updated, how long what it is found in is (JSON), how long what it adds to sums is (JSON, or
--       nothing), how many fields last,
--       field, how long its value is, …;
--       all those values, one behind the other; and the seconds for which fields that do not last are there without a reader.
--       A game whose record cannot be shown has no `opened`: it leaves every order.
-- Answers 'ok', or 'mend' where games wait to be written anew; 'old' where another follower has brought the epoch as far already;
-- 'gap' where records before the batch are not in; 'gone' where the epoch is not there any more; 'moved' where another epoch is
-- live. Only 'ok' and 'mend' have written anything.
--
-- What stands in Redis is believed to be nothing in particular: a key of another type is deleted, and a number that is none is none.

local log, prefix, since, upto = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local mending = ARGV[5] == 'mend'

local function failed(found) return type(found) == 'table' and found.err end

local function safely(command, key, ...)
  local found = redis.pcall(command, key, ...)
  if failed(found) then
    redis.call('DEL', key)
    found = redis.call(command, key, ...)
  end
  return found
end

local position = redis.pcall('HGET', log, 'position')
if not position or failed(position) or not tonumber(position) then return 'gone' end
if ARGV[6] ~= '' and redis.pcall('GET', KEYS[2]) ~= ARGV[6] then return 'moved' end
if not mending then
  if tonumber(position) < since then return 'gap' end
  if tonumber(position) >= upto then return 'old' end
end

local function leave(id, name)
  local key = prefix .. 'found:' .. name
  safely('SREM', key, id)
  if name:sub(1, 5) == 'word:' and redis.call('EXISTS', key) == 0 then
    safely('ZREM', prefix .. 'words', name:sub(6))
  end
end

local function enter(id, name)
  safely('SADD', prefix .. 'found:' .. name, id)
  if name:sub(1, 5) == 'word:' then safely('ZADD', prefix .. 'words', 0, name:sub(6)) end
end

local function names_in(json)
  local ok, names = pcall(cjson.decode, json or '[]')
  local found = {}
  if not ok or type(names) ~= 'table' then return found end
  for _, name in pairs(names) do if type(name) == 'string' then found[name] = true end end
  return found
end

local function find(id, before, after)
  if before == after and not mending then return end
  local had, has = names_in(before), names_in(after)
  for name in pairs(had) do if not has[name] then leave(id, name) end end
  for name in pairs(has) do if mending or not had[name] then enter(id, name) end end
end

local function order(id, name, score)
  if score == '' then
    safely('ZREM', prefix .. name, id)
  else
    safely('ZADD', prefix .. name, score, id)
  end
end

local sums = {}

-- Take a game out of the sums, or in. What was kept of it may be somebody else's: then nothing more is taken out.
local function count(json, sign)
  if json == '' then return end
  pcall(function()
    local scopes, group, parts = unpack(cjson.decode(json))
    local key = cjson.encode(scopes)
    sums[key] = sums[key] or {scopes = scopes, parts = {[''] = {}}}
    local all = sums[key].parts
    all[''][group] = (all[''][group] or 0) + sign
    for part, counters in pairs(parts) do
      local sum = all[group .. part] or {}
      all[group .. part] = sum
      for name, n in pairs(counters) do sum[name] = (sum[name] or 0) + sign * n end
    end
  end)
end

local values, from = ARGV[8], 1

local function value(length)
  local found = values:sub(from, from + length - 1)
  from = from + length
  return found
end

for _, game in ipairs(cjson.decode(ARGV[7])) do
  local id, seq, number, opened, updated = unpack(game, 1, 5)
  local found = value(game[6])
  local counted = value(game[7])
  local fields = {'seq', seq, 'order', number, 'found', found}
  local closed = {'seq', seq}
  for i = 9, #game, 2 do
    local to = i < 9 + 2 * game[8] and fields or closed
    to[#to + 1] = game[i]
    to[#to + 1] = value(game[i + 1])
  end
  local key = prefix .. 'game:' .. id
  local old = redis.pcall('HMGET', key, 'seq', 'found')
  if failed(old) then old = {} end
  local stood = tonumber(old[1] or '')
  if mending or not stood or stood < tonumber(seq) then
    find(id, old[2], found)
    local before = safely('HGET', prefix .. 'counted', id) or ''
    if before ~= counted then
      count(before, -1)
      count(counted, 1)
      if counted == '' then redis.call('HDEL', prefix .. 'counted', id) else redis.call('HSET', prefix .. 'counted', id, counted) end
    end
    order(id, 'opened', opened)
    order(id, 'updated', updated)
    order(id, 'order', opened == '' and '' or number)
    local passing = prefix .. 'closed:' .. id
    redis.call('DEL', key, passing)
    redis.call('HSET', key, unpack(fields))
    if #closed > 2 then
      redis.call('HSET', passing, unpack(closed))
      redis.call('EXPIRE', passing, ARGV[9])
    end
  end
end

local function add(key, name, n)
  if n == 0 or n % 1 ~= 0 or math.abs(n) >= 1e15 then return end
  if safely('HINCRBY', key, name, string.format('%.0f', n)) == 0 then redis.call('HDEL', key, name) end
end

for _, sum in pairs(sums) do
  for _, scope in ipairs(sum.scopes) do
    for part, counters in pairs(sum.parts) do
      for name, n in pairs(counters) do add(prefix .. 'sums:' .. scope .. ':' .. part, name, n) end
    end
  end
end

if ARGV[5] == '1' then redis.call('HSET', log, 'position', ARGV[3], 'tip', ARGV[4]) end
return redis.call('EXISTS', KEYS[3]) == 1 and 'mend' or 'ok'
