import { useCallback } from 'react';
import { useServices } from '../app/services-context.tsx';

/** Signs out once the person has confirmed (spec SHELL-24). */
export function useSignOut(): () => Promise<void> {
  const { questions, signOut } = useServices();
  return useCallback(async () => {
    if (await questions.ask({ text: 'Are you sure you want to logout?', confirm: 'Logout', cancel: 'No' })) await signOut();
  }, [questions, signOut]);
}
