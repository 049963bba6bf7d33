import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns whether this process does the job `what` in this hour: only one process of the installation does. */
    takesHour: (what: string) => Promise<boolean>;
  }
}

const hourMs = 3_600_000;

/** Runs `work` once an hour on one of the processes, while the server listens. */
export function hourly(app: FastifyInstance, what: string, work: () => Promise<unknown>): void {
  repeatedly(app, hourMs, what, async () => {
    if (await app.takesHour(what)) await work();
  });
}

/** The same once an hour on each process. */
export function hourlyHere(app: FastifyInstance, what: string, work: () => Promise<unknown>): void {
  repeatedly(app, hourMs, what, work);
}

/**
 * Runs `work` every `everyMs` while the server listens; skips a run while the previous one is still in progress. A
 * failure is logged under the name `what`; the next run retries.
 */
export function repeatedly(
  app: FastifyInstance,
  everyMs: number,
  what: string,
  work: () => Promise<unknown>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch((error: unknown) => app.log.error({ err: error }, `${what} failed`))
      .finally(() => {
        isRunning = false;
      });
  };
  app.addHook('onListen', (done) => {
    timer = setInterval(run, everyMs).unref();
    done();
  });
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    done();
  });
}
