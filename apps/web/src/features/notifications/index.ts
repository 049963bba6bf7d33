export { Bell } from './bell.tsx';
export { MailChoice } from './mail-choice.tsx';
export { unreadQuery } from './unread.ts';
