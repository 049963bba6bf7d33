/** A separate module: an import() of the feature's index would keep all its exports in the scripts of every page. */
export { NotificationChoices } from '../../news/notifications/index.ts';
