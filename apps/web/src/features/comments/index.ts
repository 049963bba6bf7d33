export { LikesAndComments } from './likes-and-comments.tsx';
