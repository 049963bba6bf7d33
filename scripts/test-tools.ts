import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that the tests start. */
type Tool = {
  name: string;
  /** Any of these, looked up in `PATH`. */
  programs: string[];
  /** The variable that may have the program's path instead. */
  variable?: string;
  /** Why the tests need it. */
  use: string;
  /** The packages of Debian that have it. */
  packages: string[];
  /** Other systems don't have it and skip their tests of it. */
  onlyOnLinux?: true;
};

export const tools: Tool[] = [
  {
    name: 'Chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    variable: 'CHROMIUM_PATH',
    use: 'the browser tests run in it',
    packages: ['chromium', 'fonts-liberation'],
  },
  {
    name: 'HAProxy',
    programs: ['haproxy'],
    use: 'the tests of several processes run behind it',
    packages: ['haproxy'],
  },
  {
    name: 'nginx',
    programs: ['nginx'],
    use: 'the documented configuration of nginx is tested with it',
    packages: ['nginx'],
  },
  {
    name: 'Caddy',
    programs: ['caddy'],
    use: 'the Caddyfile is tested with it',
    packages: ['caddy'],
  },
  {
    name: 'Redis',
    programs: ['redis-server'],
    use: 'the tests of several processes connect through it',
    packages: ['redis-server'],
  },
  {
    name: 'certutil',
    programs: ['certutil'],
    use: 'the browser test of HTTPS on a local network trusts a certificate with it',
    packages: ['libnss3-tools'],
  },
  {
    name: 'systemd',
    programs: ['systemd-analyze'],
    use: 'the tests of the systemd unit check it',
    packages: ['systemd'],
    onlyOnLinux: true,
  },
];

/**
 * Debian's Chromium without windows: with it the browser tests take a third less processor time. Not every release has
 * it.
 */
const headlessShell = { program: 'chromium-headless-shell', packages: ['chromium-headless-shell'] };

export type Machine = {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** The text of /etc/os-release; '' if there is none. */
  osRelease: string;
};

export function thisMachine(): Machine {
  let osRelease = '';
  try {
    osRelease = readFileSync('/etc/os-release', 'utf8');
  } catch {
    // Not a Linux distribution, or one that doesn't say which.
  }
  return {
    env: process.env,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    osRelease,
  };
}

/** Returns the path of a program in `PATH`, or null. */
function findProgram(name: string, { env, platform }: Machine): string | null {
  const file = platform === 'win32' ? `${name}.exe` : name;
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, file);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Returns the path of a tool: its variable's, otherwise the first of its programs in `PATH`, otherwise null. */
export function findTool({ programs, variable }: Tool, machine: Machine): string | null {
  const named = variable === undefined ? undefined : machine.env[variable];
  if (named !== undefined && named !== '') return named;
  for (const program of programs) {
    const path = findProgram(program, machine);
    if (path !== null) return path;
  }
  return null;
}

function missingTools(machine: Machine): Tool[] {
  return tools.filter(
    (tool) => !(tool.onlyOnLinux && machine.platform !== 'linux') && findTool(tool, machine) === null,
  );
}

/** Tells the user how to install a tool by hand. */
export function adviceFor({ name, programs, variable, use }: Tool): string {
  const or = variable === undefined ? '' : `, or set ${variable} to its path`;
  return `${name} is missing (${use}): install ${programs[0]}${or}.`;
}

const isDebian = (osRelease: string) => /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(osRelease);

/**
 * Installs the missing tools with apt-get, as root or with sudo, and first prints which and why. Returns a sentence for
 * each problem that the user must solve, and none if all tools are there.
 */
export function installTools(machine: Machine): string[] {
  const missing = missingTools(machine);
  if (missing.length === 0) return [];
  const aptGet = findProgram('apt-get', machine);
  if (!isDebian(machine.osRelease) || aptGet === null) return missing.map(adviceFor);
  const sudo = machine.isRoot ? null : findProgram('sudo', machine);
  if (!machine.isRoot && sudo === null) {
    return ["Installing packages needs root, and sudo isn't there.", ...missing.map(adviceFor)];
  }
  for (const { packages, use } of missing) {
    console.log(`Installing ${packages.join(', ')} with ${sudo === null ? '' : 'sudo '}apt-get: ${use}.`);
  }
  const run = (...args: string[]) => {
    const [program = '', ...rest] = [...(sudo === null ? [] : [sudo]), aptGet, ...args];
    // A machine that has just started may hold the lock for its own updates.
    return spawnSync(program, [...rest, '-qq', '-o', 'DPkg::Lock::Timeout=300'], {
      env: { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['inherit', 'ignore', 'inherit'],
    }).status;
  };
  if (run('update') !== 0) {
    return ['apt-get update failed: see its message above.', ...missing.map(adviceFor)];
  }
  // Recommended packages are meant for a desktop, such as printing, and would be half of all.
  const install = (packages: string[]) => run('install', '-y', '--no-install-recommends', ...packages);
  // One package that a release lacks must not stop the others.
  const failed = missing.filter(({ packages }) => install(packages) !== 0);
  if (missing.some(({ variable }) => variable === 'CHROMIUM_PATH')) install(headlessShell.packages);
  if (failed.length > 0) {
    return failed.flatMap((tool) => [
      `apt-get could not install ${tool.packages.join(', ')}.`,
      adviceFor(tool),
    ]);
  }
  return missingTools(machine).map(adviceFor);
}

/** Returns the variables by which the tests find Chromium and its shell if they are not in Debian's places. */
export function toolVariables(machine: Machine): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const tool of tools) {
    const path = findTool(tool, machine);
    if (tool.variable !== undefined && path !== null) variables[tool.variable] = path;
  }
  const shell = machine.env['CHROMIUM_SHELL_PATH'] ?? findProgram(headlessShell.program, machine);
  if (shell !== null && shell !== '') variables['CHROMIUM_SHELL_PATH'] = shell;
  return variables;
}
