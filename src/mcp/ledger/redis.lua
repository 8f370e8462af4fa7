-- One operation on a ledger, atomically.
--
--   KEYS[1]  the ledger
--   ARGV     'epoch', a random name, in case there is no ledger yet
--            'redeem', the epoch of the state, the nonce, its expiry in milliseconds
--
-- The ledger is one sorted set, so that Redis loses all of it or nothing. Evicted, flushed or
-- deleted, it takes its name along, and no state from before is accepted:
--
--   a nonce        scored with its expiry
--   'clock'        scored with minus the latest time acted on, outside of all expiries
--   a random name  scored +inf

local ledger = KEYS[1]

local function info(section, field)
    local value = string.match(redis.call('INFO', section), field .. ':(%w+)')
    return value or error('INFO ' .. section .. ' has no ' .. field)
end

-- A replica that can be written to would answer like a ledger of its own.
if info('replication', 'role') ~= 'master' then
    return redis.error_reply('READONLY the ledger is not at a master')
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local latest = -tonumber(redis.call('ZSCORE', ledger, 'clock') or 0)
-- Time does not go back. After a small step it stands still; after a large one, rather than to
-- refuse everything until the clock has caught up, another epoch begins.
if latest > now + 60000 then
    redis.call('UNLINK', ledger)
else
    now = math.max(now, latest)
end

local name = redis.call('ZREVRANGEBYSCORE', ledger, '+inf', '+inf')[1]
if ARGV[1] == 'epoch' and not name then
    name = ARGV[2]
    redis.call('ZADD', ledger, -now, 'clock', '+inf', name)
end
-- A restart from a snapshot and a failover to a replica that lags behind keep the name, but may
-- have forgotten nonces. The one changes the run id (and in Redis itself the replication id, on
-- which it does not rely), the other the replication id.
local epoch = name and table.concat({
    name,
    info('server', 'run_id'),
    info('replication', 'master_replid'),
}, ' ')
if ARGV[1] == 'epoch' then
    return epoch
end

local nonce, expiry = ARGV[3], ARGV[4]
if epoch ~= ARGV[2] or redis.call('ZSCORE', ledger, nonce) then
    return 0
end
if tonumber(expiry) <= now then
    redis.call('ZADD', ledger, -now, 'clock')
    return 0
end
-- A few at a time, so that no call takes long; more than one, so that they do not pile up.
local expired = redis.call('ZRANGEBYSCORE', ledger, 0, now, 'LIMIT', 0, 100)
if #expired > 0 then
    redis.call('ZREM', ledger, unpack(expired))
end
redis.call('ZADD', ledger, -now, 'clock', expiry, nonce)
return 1
