export { clubsOfUser } from './api.ts';
export { YourClubs } from './your-clubs.tsx';
