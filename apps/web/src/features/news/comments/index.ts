export { LikesAndComments } from './likes-and-comments.tsx';
export { keepCounts } from './api.ts';
