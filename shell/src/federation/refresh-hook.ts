type Renderer = Record<string, unknown>;

export interface PageWithHook {
  __REACT_DEVTOOLS_GLOBAL_HOOK__?: RefreshHook;
}

interface RefreshHook {
  renderers: Map<number, Renderer>;
  supportsFiber: true;
  inject(renderer: Renderer): number;
  onCommitFiberRoot(...commit: unknown[]): void;
  onCommitFiberUnmount(...unmount: unknown[]): void;
  onScheduleFiberRoot(...schedule: unknown[]): void;
  onPostCommitFiberRoot(...commit: unknown[]): void;
}

/**
 * Development only, and before React is loaded. Hot reload of an area runs in the area's own copy of react-refresh, which finds React
 * through the renderers that this hook remembers. React is in the shell and registers once, before any area exists; the hook that
 * react-refresh creates by itself forgets the renderer, so that the area's copy would see none and silently update nothing.
 */
export function rememberRenderers(page: PageWithHook): void {
  const hook = page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ?? emptyHook();
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = hook;
  const inject = hook.inject;
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}

function emptyHook(): RefreshHook {
  let lastId = 0;
  return {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => {
      lastId += 1;
      return lastId;
    },
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
    onScheduleFiberRoot() {},
    onPostCommitFiberRoot() {},
  };
}
