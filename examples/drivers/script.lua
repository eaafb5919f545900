-- A tour of Lua for comparison with a native interpreter. Nothing here depends on addresses or time.

local function section(name) print("-- " .. name) end

section("tables")
local t = { 10, 20, 30, x = 1, [2.5] = "half" }
t[#t + 1] = 40
table.insert(t, 2, 15)
print(#t, table.concat(t, ","), t.x, t[2.5], table.remove(t, 1), #t)
local squares = {}
for i = 1, 200 do squares[i] = i * i end
for i = 1, 200, 7 do squares[i] = nil end
local count, total = 0, 0
for _, v in pairs(squares) do count, total = count + 1, total + v end
print(count, total, select("#", table.unpack({ 1, nil, 3 }, 1, 3)))

section("sort")
local words = {}
for word in ("the quick brown fox jumps over the lazy dog and runs away"):gmatch("%a+") do words[#words + 1] = word end
table.sort(words)
print(table.concat(words, " "))
table.sort(words, function(a, b) if #a ~= #b then return #a > #b end return a < b end)
print(table.concat(words, " "))
local numbers, seed = {}, 42
for i = 1, 300 do seed = (seed * 1103515245 + 12345) % 2147483648; numbers[i] = seed % 1000 end
table.sort(numbers)
for i = 2, #numbers do assert(numbers[i - 1] <= numbers[i]) end
print(numbers[1], numbers[150], numbers[300])

section("strings")
print(("%5d|%-5d|%05.1f|%x|%q|%s|%g|%e|%i%%"):format(42, 42, 3.14159, 255, 'a"b\n', true, 1e100, 12345.678, 7))
print(("hello world"):gsub("o", "0"), ("abc"):rep(3, "-"), ("abc"):reverse(), ("Abc"):upper(), ("x"):byte())
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("[[nested]]"):find("[[", 1, true), ("a,b,,c"):gsub(",", ";", 2))
print((("the cat"):gsub("%w+", function(w) return w:sub(1, 1):upper() .. w:sub(2) end)))
print((("$name is $age"):gsub("%$(%w+)", { name = "Lua", age = 30 })), ("%bxy"):len(), ("f(a(b)c)d"):match("%b()"))
print(#("\u{48}\u{20AC}"), utf8.len("\u{48}\u{20AC}"), utf8.char(72, 8364), string.pack("<i4", 100):byte(1, -1))
print(tostring(nil), tostring(1.5), tostring(10 // 3), 7 // 2.0, 7 % -3, -7 % 3, 2 ^ 10, 10 / 2)
print(math.maxinteger + 1 == math.mininteger, 1 << 62, 5 & 3, 5 | 3, 5 ~ 3, ~0, "10" + 5, "3" * "4", 10 .. 20)
print(tonumber("0x1p4"), tonumber("  12  "), tonumber("z", 36), tonumber("12a"), math.type(1), math.type(1.0))
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(7, 3), math.sqrt(2), math.pi, math.huge, -math.huge, math.tointeger(3.0))
print(string.format("%.14g %.3f %.10f", math.sin(1), math.exp(1), math.log(10)), 0.1 + 0.2, 1e15, 1e16, 2 ^ 53)

section("closures")
local function counter()
  local n = 0
  return function() n = n + 1 return n end, function() return n end
end
local next1, get1 = counter()
local next2 = counter()
next1() next1() next2()
print(get1(), next1(), next2())
local functions = {}
for i = 1, 3 do functions[i] = function(x) i = i + x return i end end
print(functions[1](10), functions[1](10), functions[2](10), functions[3](0))
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(15), (function(...) return select(-1, ...) end)(1, 2, 3))
local function loop(n, acc) if n == 0 then return acc end return loop(n - 1, acc + n) end
print(loop(1000, 0))

section("metatables")
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return Vector.new(a.x + b.x, a.y + b.y) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vector.__lt = function(a, b) return a.x < b.x end
Vector.__len = function(a) return 2 end
Vector.__call = function(self, k) return self.x * k end
Vector.__concat = function(a, b) return tostring(a) .. tostring(b) end
Vector.__tostring = function(v) return "(" .. v.x .. ", " .. v.y .. ")" end
function Vector.new(x, y) return setmetatable({ x = x, y = y }, Vector) end
local a, b = Vector.new(1, 2), Vector.new(3, 4)
print(tostring(a + b), a == Vector.new(1, 2), a < b, #a, a(5), a .. b)
local defaults = setmetatable({}, { __index = function(_, k) return k .. "!" end, __newindex = function(s, k, v) rawset(s, k, v * 2) end })
defaults.n = 21
print(defaults.missing, defaults.n, rawget(defaults, "missing"))
local Animal = {} Animal.__index = Animal
function Animal.new(name) return setmetatable({ name = name }, Animal) end
function Animal:speak() return self.name .. " makes a sound" end
local Dog = setmetatable({}, { __index = Animal }) Dog.__index = Dog
function Dog.new(name) return setmetatable(Animal.new(name), Dog) end
function Dog:speak() return Animal.speak(self) .. ": woof" end
print(Dog.new("Rex"):speak())

section("coroutines")
local function generate(n)
  return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end return "done" end)
end
local g = generate(3)
print(g()) print(g()) print(g()) print(g())
local co = coroutine.create(function(x, y)
  print("start", x, y)
  local z = coroutine.yield(x + y)
  print("resumed", z)
  local ok, message = pcall(function() coroutine.yield("inside pcall") error("caught") end)
  print(ok, message)
  error({ code = 7 })
end)
print(coroutine.resume(co, 1, 2))
print(coroutine.resume(co, "again"))
local finished, problem = coroutine.resume(co)
print(finished, problem.code)
print(coroutine.status(co), coroutine.isyieldable())
local function permutations(list, n)
  n = n or #list
  if n <= 1 then coroutine.yield(table.concat(list)) return end
  for i = 1, n do
    list[n], list[i] = list[i], list[n]
    permutations(list, n - 1)
    list[n], list[i] = list[i], list[n]
  end
end
local all = {}
for p in coroutine.wrap(function() permutations({ "a", "b", "c" }) end) do all[#all + 1] = p end
print(table.concat(all, " "))

section("errors")
print(pcall(error, "plain"))
print(pcall(error, { 1, 2 }) , select(2, pcall(error)))
print(pcall(function() local x = nil; return x.field end))
print(pcall(function() return 1 + {} end))
print(select(2, xpcall(function() error("deep", 0) end, function(m) return "handled " .. m end)))
print(pcall(string.rep), pcall(setmetatable, 1, {}))
print(select(2, load("x = = 1")))
print(load("return 6 * 7")(), type(load(function() return nil end)))
local function overflow() return 1 + overflow() end
local ok, message = pcall(overflow)
print(ok, message:match("stack overflow"))

section("goto, varargs, integer division, garbage")
for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto continue end
    io.write(i, ":", j, " ")
    ::continue::
  end
end
print()
local weak = setmetatable({}, { __mode = "v" })
weak[1] = {}
local kept = {}
weak[2] = kept
collectgarbage()
print(weak[1], weak[2] == kept, collectgarbage("count") > 0)
local log = {}
do
  local closing <close> = setmetatable({}, { __close = function() log[#log + 1] = "closed" end })
  log[#log + 1] = "open"
end
print(table.concat(log, " "), #arg, arg[1])
for i = 1, 2000 do local junk = { i, tostring(i), function() return i end } end
collectgarbage()
io.write("end\n")
return 7
