// Loaded as one chunk when a page shows a part of it: the first loads need neither.
export { ActivityUploads } from './activity-uploads.tsx';
export { ConnectedServices } from './connected-services.tsx';
