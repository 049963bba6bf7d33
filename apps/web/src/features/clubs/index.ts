export { clubsOfUser } from './api.ts';
export { InvitedClub } from './invitations/invited-club.tsx';
export { YourClubs } from './your-clubs.tsx';
