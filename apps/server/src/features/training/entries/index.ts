export { entryRoutes } from './routes.ts';
export { rankEnteredOfClub } from './store.ts';
