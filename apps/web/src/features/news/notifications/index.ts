export { Bell } from './bell.tsx';
export { NotificationChoices } from './notification-choices.tsx';
export { unreadQuery } from './unread.ts';
