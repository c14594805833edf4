import { describe, expect, it } from "vitest";
import { isInside, joinPath, normalisePath, parentPath, resolvePath, singleSlash } from "./paths.ts";

describe("D4 paths of any system", () => {
  it.each([
    ["/a/./b/../c//d/", "/a/c/d"],
    ["/../..", "/"],
    ["memory:/a/../b", "memory:/b"],
    ["c:/Work/../x", "C:/x"],
    ["c:/..", "C:/"],
    ["//server/share", "//server/share"],
    ["//server/share/", "//server/share"],
    ["//server/share/./a/../b", "//server/share/b"],
    ["//server/share/../../..", "//server/share"],
    ["//server", "/server"],
    ["///etc/passwd", "/etc/passwd"],
    ["//../etc/passwd", "/etc/passwd"],
    ["//./share/x", "/share/x"],
    ["//server/../x", "/x"],
  ])("%s is %s", (path, expected) => {
    expect(normalisePath(path)).toBe(expected);
    expect(normalisePath(expected)).toBe(expected);
  });

  it("have a share as their root: nothing is above it", () => {
    expect(parentPath("//server/share/a")).toBe("//server/share");
    expect(parentPath("//server/share")).toBe("//server/share");
    expect(parentPath("C:/a")).toBe("C:/");
    expect(joinPath("//server/share", "a")).toBe("//server/share/a");
    expect(isInside("//server/share/a", "//server/share")).toBe(true);
    expect(isInside("//server/shared", "//server/share")).toBe(false);
  });

  it("are resolved against a share, and replaced by another absolute path", () => {
    expect(resolvePath("//server/share/app", "../x")).toBe("//server/share/x");
    expect(resolvePath("//server/share/app", "d:/x")).toBe("D:/x");
    expect(resolvePath("C:/app", "//server/share/x")).toBe("//server/share/x");
  });

  it("have one slash at the start elsewhere than on Windows", () => {
    expect(["//etc/x", "///etc/x", "/etc//x"].map(singleSlash)).toEqual(["/etc/x", "/etc/x", "/etc//x"]);
  });
});
