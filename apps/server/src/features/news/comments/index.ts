export { commentRoutes } from './routes.ts';
export {
  countCommentsOfAll,
  deleteComment,
  findCommentRow,
  hideComment,
  isCommentShownTo,
  listLikesOfAll,
  noLikes,
  showComment,
} from './store.ts';
