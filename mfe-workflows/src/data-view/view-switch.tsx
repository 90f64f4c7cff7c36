import { Button, Inline } from '@portage/ui';

interface ViewSwitchProps<View extends string> {
  /** "Show the data as". */
  label: string;
  views: readonly { id: View; label: string }[];
  value: View;
  onChange: (view: View) => void;
}

/** Shows the same thing in one of several ways. */
export function ViewSwitch<View extends string>({ label, views, value, onChange }: ViewSwitchProps<View>) {
  return (
    <Inline $gap={1} role="group" aria-label={label}>
      {views.map((view) => {
        const isShown = view.id === value;
        return (
          <Button
            key={view.id}
            size="dense"
            variant={isShown ? 'secondary' : 'ghost'}
            aria-pressed={isShown}
            onPress={() => onChange(view.id)}
          >
            {view.label}
          </Button>
        );
      })}
    </Inline>
  );
}
