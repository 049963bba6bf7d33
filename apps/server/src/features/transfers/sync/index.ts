export { syncRoutes } from './routes.ts';
export { Sync, type SyncHosts } from './service.ts';
export { listOwnConnections } from './store.ts';
export { SyncWorker } from './worker.ts';
