/* Runs a Lua script: lua_driver SCRIPT [ARGS...]. The script's result is the exit code. */
#include <stdio.h>
#include <stdlib.h>

#include "lua.h"

#include "lauxlib.h"
#include "lualib.h"

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: lua_driver SCRIPT [ARGS...]\n");
        return EXIT_FAILURE;
    }
    lua_State *L = luaL_newstate();
    if (L == NULL)
        return EXIT_FAILURE;
    luaL_openlibs(L);
    lua_createtable(L, argc - 2, 0);
    for (int i = 2; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - 1);
    }
    lua_setglobal(L, "arg");
    int code = EXIT_SUCCESS;
    if (luaL_loadfile(L, argv[1]) != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        code = EXIT_FAILURE;
    } else if (lua_isinteger(L, -1)) {
        code = (int)lua_tointeger(L, -1);
    }
    lua_close(L);
    return code;
}
