-- Write the views of some games, and on the last call of a batch the position they bring the epoch to.
--
-- KEYS: the epoch's log.
-- ARGV: the epoch's prefix; the position the batch begins after; the position it ends at; the digest of the record there;
--       '1' on the batch's last call, 'mend' to write games anew wherever the epoch stands; then for each game:
--       id, seq, order, opened, updated, found (JSON), the counts, how many fields follow, field, value, …
--       A game whose record cannot be shown has no `opened`: it leaves every order.
-- Answers 'ok'; 'old' where another follower has brought the epoch as far already; 'gap' where records before the batch are
-- not in; 'gone' where the epoch is not there any more. Only 'ok' has written anything.
--
-- What stands in Redis is believed to be nothing in particular: a key of another type is deleted, and a number that is none is none.

local log, prefix, since, upto = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local COUNTS = {'records', 'actions', 'retractions', 'rolls'}

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

local function count(counts, sign)
  local key = prefix .. 'counts'
  for i, name in ipairs(COUNTS) do
    local by = tonumber(counts[i]) or 0
    local sum = safely('HINCRBY', key, name, string.format('%d', sign * by))
    if name == 'records' and sum == 0 then return redis.call('DEL', key) end
  end
end

local at = 6
while at <= #ARGV do
  local id, seq, number, opened, updated, found = unpack(ARGV, at, at + 5)
  local counts = {unpack(ARGV, at + 6, at + 5 + #COUNTS)}
  at = at + 6 + #COUNTS
  local first, last = at + 1, at + tonumber(ARGV[at])
  at = last + 1
  local key = prefix .. 'game:' .. id
  local old = redis.pcall('HMGET', key, 'seq', 'found', unpack(COUNTS))
  if failed(old) then old = {} end
  local stood = tonumber(old[1] or '')
  if mending or not stood or stood < tonumber(seq) then
    if stood then count({unpack(old, 3, 2 + #COUNTS)}, -1) end
    count(counts, 1)
    find(id, old[2], found)
    order(id, 'opened', opened)
    order(id, 'updated', updated)
    order(id, 'order', opened == '' and '' or number)
    redis.call('DEL', key)
    redis.call('HSET', key, 'seq', seq, 'order', number, 'found', found, unpack(ARGV, first, last))
    for i, name in ipairs(COUNTS) do redis.call('HSET', key, name, counts[i]) end
  end
end

if ARGV[5] == '1' then redis.call('HSET', log, 'position', ARGV[3], 'tip', ARGV[4]) end
return 'ok'
