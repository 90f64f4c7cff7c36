import { forgetAllInput } from '@portage/area-kit/base';
import { type Client, createClient, type TokenSettings } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { fetchAhead } from './app/requested-ahead.ts';
import type { OutcomeReport } from './federation/outcome-reports.ts';
import { storedInstallPath } from './install/stored-install.ts';
import { LeaveGuard } from './navigation/leave-guard.ts';
import { Navigation } from './navigation/navigation.ts';
import { Questions } from './navigation/questions.ts';
import { afterSignIn, getHomePath } from './routing/after-sign-in.ts';
import type { Visitor } from './routing/routes.ts';
import { StoredTemplateChoice, withTemplateChoice } from './routing/template-choice.ts';
import { WantedAddress } from './routing/wanted-address.ts';
import { Accounts } from './session/accounts.ts';
import { Activity, CHECK_EVERY_MS, IDLE_LOGOUT_MS, watchActivity } from './session/activity.ts';
import { openSocket } from './session/open-socket.ts';
import { OwnUser } from './session/own-user.ts';
import { Session } from './session/session.ts';
import { browserStorages } from './session/stored-user.ts';
import type { StreamedCall } from './session/stream-events.ts';
import { TabCopies } from './session/tab-copies.ts';
import { aloneAmongTabs, TokenRefresher } from './session/token-refresher.ts';
import { type UploadedFile, uploadFile } from './session/upload-file.ts';
import { usedTokens } from './session/used-tokens.ts';

/** Created once, in main.tsx. */
export interface ShellServices {
  session: Session;
  accounts: Accounts;
  navigation: Navigation;
  leaveGuard: LeaveGuard;
  questions: Questions;
  /** Calls of a signed-in person: sent with a token; a 401 ends the session. */
  api: Client<Calls>;
  /** Calls without a token, for the sign-in pages. */
  publicApi: Client<Calls>;
  templateChoice: StoredTemplateChoice;
  /** On a path of the API, with the session's token. */
  openSocket(path: string): Promise<WebSocket | null>;
  uploadFile(file: File): Promise<UploadedFile>;
  /** Sent with the session's token. */
  streamEvents(call: StreamedCall): Promise<void>;
  /** Reports to the registry how a version of an area did here; works even if the page is closed meanwhile. */
  reportOutcome(report: OutcomeReport): Promise<unknown>;
  visitor(): Visitor | null;
  /** The person has to sign in first and then returns to this address. */
  keepAddress(): void;
  /** Storage that outlives this tab; null if the browser stores nothing. */
  storage: Storage | null;
  /** @param note the sign-in page's message. */
  signOut(note?: string): Promise<void>;
}

const SESSION_ENDED = 'Your session has ended. Please sign in again.';
const SIGNED_OUT_IDLE = 'You were signed out after 15 minutes without activity.';

const OWN_USER_AFTER_MS = 2_000;

/** Signing out must not hang on an unresponsive server. */
const SIGN_OUT_CAP_MS = 2_000;

export function createShellServices(page: Window): ShellServices {
  const storages = browserStorages();
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const session = new Session(storages, loading === undefined || loading.type === 'navigate');
  const leaveGuard = new LeaveGuard();
  const questions = new Questions();
  const navigation = new Navigation(page, {
    leaveGuard,
    confirmLeaving: () =>
      questions.ask(
        {
          text: 'You have unsaved changes. Leave this page and lose them?',
          confirm: 'Leave',
          cancel: 'Stay',
          ...leaveGuard.question,
          isDestructive: true,
        },
        // The editor may autosave while the question is open.
        () => !leaveGuard.hasUnsavedWork,
      ),
  });
  const publicApi = createClient<Calls>();
  const activity = new Activity({ storage: storages.local, now: Date.now });

  /** The first page after a sign-in; the guards redirect there from "/", once. */
  let landing: string | null = null;
  const wanted = new WantedAddress(storages.tab, Date.now);
  const templateChoice = new StoredTemplateChoice(storages.tab, Date.now);
  navigation.subscribe(() => {
    if (navigation.getUrl() === landing) landing = null;
  });

  /** Spec AUTH-19, AUTH-20, AUTH-23, SHELL-21: whatever ended the session, the person goes to /signin. */
  function endSession(note?: string, comesBack = true): void {
    landing = null;
    const user = session.getUser();
    // An impersonated tab returns to its admin, who has no business at the other person's address.
    const isOver = !comesBack || user?.isImpersonating === true;
    if (isOver) wanted.forget();
    // A second refused call finds no user any more: the address is stored for the person whose session it was.
    else if (user) wanted.keep(navigation.getUrl(), user.id);
    // Forms store their input now.
    session.clear();
    if (isOver) forgetAllInput(storages.tab);
    // A person who had no session isn't told that it ended.
    void navigation.navigate('/signin', { force: true, ...(note && user ? { note } : {}) });
  }

  const copies = new TabCopies(session, () => endSession(SESSION_ENDED));
  const refresher = new TokenRefresher({
    session,
    now: Date.now,
    isActive: () => activity.idleForMs() < CHECK_EVERY_MS,
    refresh: (refreshToken) => publicApi('POST /api/users/refresh-token', { body: { refreshToken } }),
    onRefused: () => endSession(SESSION_ENDED),
    alone: aloneAmongTabs,
    used: usedTokens,
    copies,
  });
  const tokens: TokenSettings = {
    getAccessToken: refresher.getAccessToken,
    renewAccessToken: refresher.renewAccessToken,
    onUnauthorized: () => endSession(SESSION_ENDED),
  };
  const api = createClient<Calls>({ ...tokens, fetch: fetchAhead });

  /** For calls that must complete after the page closes. */
  const outlive: typeof fetch = (address, init) => fetch(address, { ...init, keepalive: true });
  const reportingApi = createClient<Calls>({ getAccessToken: refresher.getAccessToken, fetch: outlive });

  const ownUser = new OwnUser({
    session,
    storage: storages.local,
    now: Date.now,
    read: () => api('GET /api/users/me'),
  });

  let signingOut: Promise<void> | null = null;
  function signOut(note?: string, comesBack = false): Promise<void> {
    signingOut ??= leave(note, comesBack).finally(() => {
      signingOut = null;
    });
    return signingOut;
  }

  async function leave(note: string | undefined, comesBack: boolean): Promise<void> {
    const wasImpersonating = session.getUser()?.isImpersonating ?? false;
    const cap = new Promise<null>((resolve) => setTimeout(() => resolve(null), SIGN_OUT_CAP_MS));
    const accessToken = await Promise.race([claimSignOut(), cap]);
    copies.end();
    // All tabs drop the session before it ends on the server, so that none of their calls is refused.
    endSession(note, comesBack);
    // Best effort: the tokens also expire by themselves.
    if (accessToken) await Promise.race([endAtServer(accessToken), cap]);
    // Spec USER-08. The browser closes only a tab that a page has opened; otherwise the person is at /signin.
    if (wasImpersonating) page.close();
  }

  /** @returns the token to sign out with; null if another tab has signed out, or is about to */
  async function claimSignOut(): Promise<string | null> {
    await refresher.refreshIfNeeded();
    return aloneAmongTabs(async () => {
      const stored = session.reread();
      if (!stored || (await usedTokens.has(stored.refreshToken.value))) return null;
      await usedTokens.mark(stored.refreshToken.value);
      return stored.accessToken.value;
    });
  }

  async function endAtServer(accessToken: string): Promise<void> {
    const api = createClient<Calls>({ getAccessToken: () => accessToken, fetch: outlive });
    await api('POST /api/users/signout').catch(() => {});
  }

  // A person who reloads the page also sees changes; the page's own first calls go before this one.
  page.setTimeout(() => void ownUser.refreshIfOld(), OWN_USER_AFTER_MS);
  session.followOtherTabs(page);
  // The tab that notices it first signs out for all tabs. The others say why, too.
  session.subscribe(() => {
    if (session.stored !== null || activity.idleForMs() < IDLE_LOGOUT_MS) return;
    void navigation.navigate('/signin', { force: true, note: SIGNED_OUT_IDLE });
  });
  watchActivity(page, {
    activity,
    isSignedIn: () => session.stored !== null,
    onIdle: () => void signOut(SIGNED_OUT_IDLE, true),
    onCheck: () => void refresher.refreshIfNeeded().then(() => ownUser.refreshIfOld()),
  });

  return {
    session,
    accounts: new Accounts({
      api: publicApi,
      session,
      storage: storages.local,
      onEnter: (user, { isNew, templateId: named }) => {
        activity.note();
        ownUser.noteRead(user.id);
        const isAdmin = user.roles.includes('ADMIN');
        const keptTemplate = templateChoice.take();
        const templateId = named ?? keptTemplate;
        const userInfoPath = withTemplateChoice('/userinfo', templateId);
        const playbookPath = templateId ? withTemplateChoice('/onboarding', templateId) : null;
        const installPath = storedInstallPath(storages.local, Date.now());
        // A playbook that was chosen in between is what the person wanted last.
        const kept = wanted.take(user.id);
        const wantedPath = templateId ? null : kept;
        const person = { isAdmin, hasWorkflow: user.hasWorkflow, scopes: user.scopes };
        landing = afterSignIn(person, { isNew, userInfoPath, installPath, wantedPath, playbookPath });
      },
    }),
    navigation,
    leaveGuard,
    questions,
    api,
    publicApi,
    templateChoice,
    openSocket: (path) => openSocket(page, path, refresher.getAccessToken),
    uploadFile: (file) => uploadFile(file, tokens),
    streamEvents: async (call) => {
      const { streamEvents } = await import('./session/stream-events.ts');
      return streamEvents(call, tokens);
    },
    reportOutcome: (report) => reportingApi('POST /api/deployments/reports', { body: report }),
    visitor: () => {
      const user = session.getUser();
      const hasWorkflow = session.stored?.hasWorkflow ?? true;
      return (
        user && {
          isAdmin: user.isAdmin,
          home: landing ?? getHomePath({ isAdmin: user.isAdmin, hasWorkflow }),
          isArriving: landing !== null,
        }
      );
    },
    keepAddress: () => wanted.keep(navigation.getUrl(), null),
    storage: storages.local,
    signOut: (note) => signOut(note),
  };
}
