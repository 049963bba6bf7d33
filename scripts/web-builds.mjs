// A page that was loaded before an update continues to load its parts: their files stay for the two builds after its
// own.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** How many builds, including the newest, keep their hashed files in the served folder. */
const keptBuilds = 3;

/** Lists the hashed files of each of these builds, the newest first. */
const listName = '.builds.json';

/**
 * Replaces the served build by a new one. Hashed files of earlier builds stay, with their compressed copies. The
 * running process continues to serve: the files of its pages exist before and after.
 * @param {string} draft folder of the new build, which is moved
 * @param {string} served folder that the server serves; it may be missing
 */
export function publishBuild(draft, served) {
  const own = globSync('assets/**', { cwd: draft, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(draft.length + 1))
    .sort();
  const older = readList(served).filter((files) => files.join() !== own.join());
  const builds = [own, ...older].slice(0, keptBuilds);
  for (const file of new Set(builds.slice(1).flat())) {
    const [from, to] = [join(served, file), join(draft, file)];
    if (existsSync(to) || !existsSync(from)) continue;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, { preserveTimestamps: true });
  }
  writeFileSync(join(draft, listName), JSON.stringify(builds));
  const replaced = `${served}-replaced`;
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(served)) renameSync(served, replaced);
  renameSync(draft, served);
  rmSync(replaced, { recursive: true, force: true });
}

/** Returns the hashed files of the builds in a folder; a folder from before builds were listed is one build. */
function readList(served) {
  if (!existsSync(served)) return [];
  const path = join(served, listName);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const found = globSync('assets/**', { cwd: served, withFileTypes: true }).filter((entry) => entry.isFile());
  return [found.map((entry) => join(entry.parentPath, entry.name).slice(served.length + 1)).sort()];
}
