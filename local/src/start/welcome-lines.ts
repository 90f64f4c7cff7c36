import type { Settings } from './settings.ts';

const KNOWN_ADMIN = { email: 'admin@portage.local', password: 'portage-admin' };
const KNOWN_DEMO_PASSWORD = 'portage-demo';

/** The next steps for a person, after the ready line. Passwords are shown only while they are the README's. */
export function welcomeLines({ admin, demoPassword, simulate }: Settings, origin: string): string[] {
  const accounts = [
    demoPassword === KNOWN_DEMO_PASSWORD ? `demo@portage.local / ${KNOWN_DEMO_PASSWORD}` : 'demo@portage.local',
    admin.password === KNOWN_ADMIN.password ? `${admin.email} / ${KNOWN_ADMIN.password} (admin)` : `${admin.email} (admin)`,
  ];
  return [
    `  Sign in    ${accounts.join('   ')}`,
    `  Mail       ${origin}/local/outbox`,
    ...(simulate.length > 0 ? [`  Simulated  ${simulate.join(', ')}: their real addresses are answered on this machine`] : []),
    '  Stop       Ctrl-C',
  ];
}
