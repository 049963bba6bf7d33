export { attendanceRoutes } from './routes.ts';
export { listAttendance } from './store.ts';
