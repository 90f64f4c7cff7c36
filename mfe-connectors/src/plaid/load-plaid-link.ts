interface PlaidGlobal {
  create(settings: {
    token: string;
    onSuccess: (publicToken: string) => void;
    onExit: (error: { display_message?: string | null; error_message?: string | null } | null) => void;
  }): { open(): void; destroy(): void };
}

declare global {
  interface Window {
    Plaid?: PlaidGlobal;
  }
}

let loading: Promise<PlaidGlobal> | null = null;

/** Loads Plaid Link once; a failed load can be retried. @throws Error that says what to do */
export function loadPlaidLink(url: string): Promise<PlaidGlobal> {
  loading ??= load(url).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(url: string): Promise<PlaidGlobal> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => (window.Plaid ? resolve(window.Plaid) : reject(new Error('Plaid Link could not be started.')));
    script.onerror = () => {
      script.remove();
      reject(new Error('Plaid Link could not be loaded. Check your connection, and whether something blocks it, and try again.'));
    };
    document.head.append(script);
  });
}
