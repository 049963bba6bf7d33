/** The parts that the head of a session loads with the first menu or dialog. */
export { HostDialog } from './host-dialog.tsx';
export { HostMenuItems } from './host-menu-items.tsx';
export { ShareDialog } from './share-dialog.tsx';
