import type { Verdict } from './storage-expressions.ts';

/**
 * Match blocks of Storage rules, with requests and the results of the production Rules API (projects.test) on
 * 2026-09-17. Source: github.com/firenook-dev/firenook, conformance/fixtures/storage-rules-v1, read on 2026-11-21.
 */
export const STORAGE_MATCHES: readonly [statements: string, method: string, path: string, Verdict][] = [
  // Methods
  ['match /m { allow read: if true; }', 'get', 'm', 'allow'],
  ['match /m { allow read: if true; }', 'list', 'm', 'allow'],
  ['match /m { allow get: if true; }', 'list', 'm', 'deny'],
  ['match /m { allow list: if true; }', 'get', 'm', 'deny'],
  ['match /m { allow write: if true; }', 'create', 'm', 'allow'],
  ['match /m { allow write: if true; }', 'update', 'm', 'allow'],
  ['match /m { allow write: if true; }', 'delete', 'm', 'allow'],
  ['match /m { allow create: if true; }', 'update', 'm', 'deny'],
  ['match /m { allow update: if true; }', 'delete', 'm', 'deny'],
  ['match /m { allow read: if true; }', 'create', 'm', 'deny'],
  ['match /m { allow get, delete: if true; }', 'delete', 'm', 'allow'],
  ['match /m { allow get: if false; allow read: if request.auth != null; }', 'get', 'm', 'allow'],
  // Segments and their variables
  ["match /s/{name} { allow get: if name == 'x' && name is string; }", 'get', 's/x', 'allow'],
  ["match /s/{name} { allow get: if name == 'deep'; }", 'get', 's/deep/x', 'deny'],
  ['match /d/{all=**} { allow get: if all is path && all == /d/x/y; }', 'get', 'd/x/y', 'deny'],
  ['match /d/{all=**} { allow get: if all is path && all == /x/y; }', 'get', 'd/x/y', 'allow'],
  ["match /d/{all=**} { allow get: if all[0] == 'd'; }", 'get', 'd/x/y', 'deny'],
  ["match /d/{all=**} { allow get: if all[0] == 'x' && all[1] == 'y'; }", 'get', 'd/x/y', 'allow'],
  ['match /d/{all=**} { allow get: if all == /d/y; }', 'get', 'd/y', 'deny'],
  ['match /d/{all=**} { allow get: if all == /y; }', 'get', 'd/y', 'allow'],
  ["match /d/{all=**} { allow get: if string(all) == '/d/z/y'; }", 'get', 'd/z/y', 'deny'],
  ["match /d/{all=**} { allow get: if string(all) == '/z/y'; }", 'get', 'd/z/y', 'allow'],
  ["match /{all=**} { allow get: if all[0] == 'any' && all[1] == 'y'; }", 'get', 'any/y', 'allow'],
  ["match /u/{name} { allow get: if name == '火🔥.txt'; }", 'get', 'u/火🔥.txt', 'allow'],
  [
    "match /u/{name} { allow get: if name == 'has space.txt' && name.size() == 13; }",
    'get',
    'u/has space.txt',
    'allow',
  ],
  ["match /u/{name} { allow get: if name == 'has space.txt' && name.size() == 14; }", 'get', 'u/has space.txt', 'deny'],
  ["match /images.v2/{name} { allow get: if name == 'x'; }", 'get', 'images.v2/x', 'allow'],
  ['match /users/{uid}/{all=**} { allow get: if request.auth.uid == uid; }', 'get', 'users/alice/x', 'allow'],
  ['match /users/{uid}/{all=**} { allow get: if request.auth.uid == uid; }', 'get', 'users/bob/x', 'deny'],
  ["match /p/{name} { allow get: if name.split('.')[1] == 'png'; }", 'get', 'p/photo.png', 'error'],
  ["match /p/{name} { allow get: if name.split('[.]')[1] == 'png'; }", 'get', 'p/photo.png', 'allow'],
  // Nested and sibling blocks
  ["match /n { match /child/{name} { allow get: if name == 'x'; } }", 'get', 'n/child/x', 'allow'],
  [
    "match /albums/{album} { match /photos/{photo} { allow get: if album == 'summer' && photo == 'x'; } }",
    'get',
    'albums/summer/photos/x',
    'allow',
  ],
  ['match /parent/{name} { allow get: if true; }', 'get', 'parent/x/extra', 'deny'],
  ['match /o/{a} { allow get: if false; } match /o/{b} { allow get: if b == "x"; }', 'get', 'o/x', 'allow'],
  ['match /o/{a} { allow get: if false; } match /o/{b=**} { allow get: if b == /o/x; }', 'get', 'o/x', 'deny'],
  ['match /o/{a} { allow get: if false; } match /o/{b=**} { allow get: if b == /x; }', 'get', 'o/x', 'allow'],
  [
    "match /tenant/{tenant} { match /{all=**} { allow get: if tenant == 't1' && all == /a/b/x; } }",
    'get',
    'tenant/t1/a/b/x',
    'allow',
  ],
  ['match /elsewhere/{name} { allow get: if true; }', 'get', 'nowhere/x', 'deny'],
  ['match /Public/{name} { allow get: if true; }', 'get', 'public/x', 'deny'],
  [
    "match /e/{name} { allow get: if resource.metadata.missing == 'x'; allow get: if name == 'x'; }",
    'get',
    'e/x',
    'allow',
  ],
  ["match /e/{name} { allow get: if resource.metadata.missing == 'x'; }", 'get', 'e/x', 'error'],
  ['match /e/{name} { allow get: if resource.size; }', 'get', 'e/x', 'error'],
  ["match /{folder}/fixed/{name} { allow get: if folder == 'wild' && name == 'x'; }", 'get', 'wild/fixed/x', 'allow'],
  // Lists
  ['match /l/{all=**} { allow list: if all == /l/x; }', 'list', 'l/x', 'deny'],
  ['match /l/{all=**} { allow list: if all == /x; }', 'list', 'l/x', 'allow'],
  ["match /{all=**} { allow list: if request.path[3] == 'x'; }", 'list', 'x', 'allow'],
  ["match /l/{x} { allow list: if x == 'q'; }", 'list', 'l/q', 'allow'],
  ['match /l/{x} { allow list: if true; }', 'list', 'l/q/extra', 'deny'],
  ['match /l/{uid}/{all=**} { allow list: if true; }', 'list', 'l', 'deny'],
  ['match /l/{uid}/{all=**} { allow list: if uid == null; }', 'list', 'l', 'deny'],
  ["match /l/{uid}/{all=**} { allow list: if uid == 'alice'; }", 'list', 'l', 'deny'],
  ["match /l/{uid}/{all=**} { allow list: if uid == 'alice'; }", 'list', 'l/alice', 'allow'],
  ["match /l/{uid}/{all=**} { allow list: if uid == 'alice' && all is path; }", 'list', 'l/alice', 'allow'],
  ["match /l/{uid}/{all=**} { allow list: if uid == 'alice' && all == null; }", 'list', 'l/alice', 'deny'],
  ["match /l/{all=**} { allow list: if all[0] == 'users'; }", 'list', 'l/users', 'allow'],
  ["match /l/{x}/b/{y} { allow list: if x == 'q'; }", 'list', 'l/q', 'deny'],
  ["match /l/{x}/b/{y} { allow list: if x == 'q' && y == null; }", 'list', 'l/q', 'deny'],
  ["match /l/{uid}/{all=**} { allow get: if uid == 'alice' && all is path; }", 'get', 'l/alice', 'allow'],
  ["match /l/{uid}/{all=**} { allow get: if uid == 'alice' && all == null; }", 'get', 'l/alice', 'deny'],
  ['match /l/{uid}/{name} { allow get: if true; }', 'get', 'l/alice', 'deny'],
  ['match /l/{all=**} { allow list: if resource == null && request.resource == null; }', 'list', 'l', 'allow'],
  // Functions
  [
    "match /f { function isImage() { return resource.contentType.matches('image/.*'); } allow get: if isImage(); }",
    'get',
    'f',
    'allow',
  ],
  [
    `match /f { function within() { let quota = request.auth.token.quota; let kib = resource.size / 1024; return kib < quota; }
      allow get: if within(); }`,
    'get',
    'f',
    'allow',
  ],
  [
    'match /f/x { function isUnder(prefix) { return request.path[0:3] == prefix; } allow get: if isUnder(/b/corpus/o); }',
    'get',
    'f/x',
    'allow',
  ],
  [
    `match /f { function ownedBy(object, uid) { return object.metadata.owner == uid; }
      allow get: if ownedBy(resource, request.auth.uid); }`,
    'get',
    'f',
    'allow',
  ],
  [
    `match /f { function isValid(object) { return object.size < 8192 && object.contentType.matches('image/.*'); }
      allow create: if isValid(request.resource); }`,
    'create',
    'f',
    'allow',
  ],
  [
    `match /f { function signedIn() { return request.auth != null; }
      function isAlice() { return signedIn() && request.auth.uid == 'alice'; }
      allow get: if isAlice(); }`,
    'get',
    'f',
    'allow',
  ],
  [
    `match /f/{name} { function tagged() { let name = 'shadowed'; return name == 'shadowed'; }
      allow get: if name == 'x' && tagged(); }`,
    'get',
    'f/x',
    'allow',
  ],
  // From the Storage emulator: the semicolon is optional.
  ['match /{all=**} { allow read: if true }', 'get', 'x', 'allow'],
  ['allow read: if true', 'get', 'x', 'deny'],
];
