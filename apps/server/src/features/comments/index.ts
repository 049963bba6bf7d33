export { commentRoutes } from './routes.ts';
export {
  countCommentsOfAll,
  deleteComment,
  findCommentRow,
  hideComment,
  isCommentShownTo,
  listLikesOfAll,
  noLikes,
} from './store.ts';
