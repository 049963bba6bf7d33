import type { FastifyInstance } from 'fastify';

/** Runs `work` once an hour while the server listens. A failure is logged under the name `what`; the next run retries. */
export function hourly(app: FastifyInstance, what: string, work: () => Promise<unknown>): void {
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    work().catch((error: unknown) => app.log.error({ err: error }, `${what} failed`));
  };
  app.addHook('onListen', (done) => {
    timer = setInterval(run, 3_600_000).unref();
    done();
  });
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    done();
  });
}
