import type { FastifyInstance } from 'fastify';

/** Monitoring tools themselves time out after a few seconds. */
const limitMs = 2_000;

type HealthOptions = {
  ping: () => Promise<void>;
  isDiskFull: () => Promise<boolean>;
  isStopping: () => boolean;
  /** Another problem; the process can still do its work. */
  problem: () => string | null;
};

/** /livez: the process responds. /readyz: it can do its work, and is not about to stop. */
export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const route = { schema: { hide: true }, logLevel: 'silent', config: { isUncounted: true } } as const;
  app.get('/livez', route, () => ({ status: 'ok' }));
  app.get('/readyz', route, async (_request, reply) => {
    const status = await readiness(options);
    return reply
      .code(status === 'ok' ? 200 : 503)
      .send({ status: (status === 'ok' && options.problem()) || status });
  });
}

async function readiness({ ping, isDiskFull, isStopping }: HealthOptions): Promise<string> {
  if (isStopping()) return 'stopping';
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'no'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'no');
  });
  const pinged = ping().then(
    () => 'yes',
    () => 'no',
  );
  const answer = await Promise.race([pinged, timeout]);
  clearTimeout(timer);
  if (answer === 'no') return 'database does not answer';
  return (await isDiskFull()) ? 'disk full' : 'ok';
}
