import type { FastifyInstance } from 'fastify';
import { dayRoutes, drawRoutes, resultRoutes } from './day/routes.ts';
import { setUpRoutes, type RaceParts } from './routes.ts';

export { raceEvents } from './live.ts';
export { RaceWatch } from './settling/worker.ts';
export { resolveRaceScreen } from './now/service.ts';

export function raceRoutes(app: FastifyInstance, parts: RaceParts): void {
  setUpRoutes(app, parts);
  drawRoutes(app, parts);
  dayRoutes(app, parts);
  resultRoutes(app, parts);
}
