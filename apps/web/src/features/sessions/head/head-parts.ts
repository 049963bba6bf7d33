/** What the head of a session loads with the first menu or dialog that is opened. */
export { HostDialog } from './host-dialog.tsx';
export { HostMenuItems } from './host-menu-items.tsx';
export { ShareDialog } from './share-dialog.tsx';
