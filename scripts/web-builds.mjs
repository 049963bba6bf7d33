// A page that was loaded before an update goes on to load its parts: their files stay for the two builds after its own.
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

/** How many builds have their hashed files in the served folder, with the newest. */
const keptBuilds = 3;

/** Lists the hashed files of each of these builds, the newest first. */
const listName = '.builds.json';

/**
 * Replaces the served build by a new one. Hashed files of the builds before it stay, with their compressed copies.
 * The process that runs serves on: the files of its pages are there before and after.
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

/** Returns the hashed files of the builds in a folder; a folder from before they were listed is one build. */
function readList(served) {
  if (!existsSync(served)) return [];
  const path = join(served, listName);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const found = globSync('assets/**', { cwd: served, withFileTypes: true }).filter((entry) => entry.isFile());
  return [found.map((entry) => join(entry.parentPath, entry.name).slice(served.length + 1)).sort()];
}
