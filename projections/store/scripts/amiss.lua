-- Of some games, those that lists and searches of an epoch would not find: whose views, place in an order, or sets are gone.
--
-- ARGV: the epoch's prefix; the ids (JSON). Answers the ids of those that have to be written anew.

local function safely(...)
  local found = redis.pcall(...)
  if type(found) == 'table' and found.err then return false end
  return found
end

local prefix, amiss = ARGV[1], {}

local function stands(id)
  local row = safely('HMGET', prefix .. 'game:' .. id, 'order', 'found')
  if not row or not row[1] or not row[2] then return false end
  local ok, names = pcall(cjson.decode, row[2])
  if not ok or type(names) ~= 'table' then return false end
  local shown = true
  for _, name in pairs(names) do
    if type(name) ~= 'string' or safely('SISMEMBER', prefix .. 'found:' .. name, id) ~= 1 then return false end
    if name == 'not-shown' then shown = false end
  end
  if not shown then return true end
  if tonumber(safely('ZSCORE', prefix .. 'order', id) or '') ~= tonumber(row[1]) then return false end
  return safely('ZSCORE', prefix .. 'opened', id) and safely('ZSCORE', prefix .. 'updated', id)
end

for _, id in ipairs(cjson.decode(ARGV[2])) do
  if not stands(id) then amiss[#amiss + 1] = id end
end
return amiss
