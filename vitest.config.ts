import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whether a file asks for another environment than its project has. */
function isApart({ moduleId, project }: TestSpecification): boolean {
  const asked = /@vitest-environment ([\w-]+)/.exec(readFileSync(moduleId, 'utf8'))?.[1];
  return asked !== undefined && asked !== project.config.environment;
}

/** Vitest ends a worker when the next file has another environment: the files that are apart come last in their project. */
class OneEnvironmentAtATime extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) => {
      const ofProject = sorted.filter((file) => file.project === project);
      const apart = new Set(ofProject.filter(isApart));
      return [...ofProject.filter((file) => !apart.has(file)), ...apart];
    });
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: OneEnvironmentAtATime },
    projects: [
      'packages/*',
      'apps/*',
      // Each project sets its own maxWorkers, because projects do not inherit it: without it, one process on two cores.
      {
        test: {
          name: 'scripts',
          include: ['scripts/*.test.ts'],
          testTimeout: 60_000,
          // Its longest test installs a server for 20 s: the tests of server and web run beside it.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'], maxWorkers: '100%' } },
    ],
  },
});
