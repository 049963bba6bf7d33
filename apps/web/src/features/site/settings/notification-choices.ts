/** A module of its own: an import() of the feature's index would keep all that it exports in the scripts of every page. */
export { NotificationChoices } from '../../news/notifications/index.ts';
