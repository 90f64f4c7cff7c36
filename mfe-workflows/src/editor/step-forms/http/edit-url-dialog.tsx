import { Button, Dialog } from '@portage/ui';
import { useState } from 'react';
import { ValueField } from '../../values/index.ts';

export interface EditUrlDialogProps {
  url: string;
  stepId: string;
  onUpdate: (url: string) => void;
  onClose: () => void;
}

/** The URL in a larger field (spec STEP-69). */
export function EditUrlDialog({ url, stepId, onUpdate, onClose }: EditUrlDialogProps) {
  const [text, setText] = useState(url);
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Edit URL"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onPress={() => {
              onUpdate(text.trim());
              onClose();
            }}
          >
            Update
          </Button>
        </>
      }
    >
      <ValueField
        label="URL"
        kind="address"
        value={text}
        onChange={setText}
        stepId={stepId}
        hint="Values are encoded for their position in the path or query, so they can’t change the rest of the URL. To use a value as the whole URL, put nothing else in the field."
        isArea
        isRequired
      />
    </Dialog>
  );
}
