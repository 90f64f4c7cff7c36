import { Button, color, font, Inline, radius, shadow, size, space } from '@portage/ui/base';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { useServices } from '../app/services-context.tsx';

const Dialog = styled.dialog`
  width: min(${size.dialog}, calc(100vw - ${space(8)}));
  margin-top: 10vh;
  padding: ${space(6)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.text};
  box-shadow: ${shadow.floating};
  &::backdrop {
    background: ${color.overlay};
  }
`;

const Text = styled.p`
  font-size: ${font.size.large};
  margin-bottom: ${space(6)};
`;

/** One question at a time. The browser's own dialog traps the focus, returns it and closes on Escape, without a library. */
export function QuestionDialog() {
  const { questions } = useServices();
  const question = useSyncExternalStore(questions.subscribe, questions.getCurrent);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!question || !element) return;
    // The event comes late: it may belong to the previous question while this one is already open.
    const onClose = () => {
      if (!element.open) question.answer(false);
    };
    element.addEventListener('close', onClose);
    element.showModal();
    return () => {
      element.removeEventListener('close', onClose);
      element.close();
    };
  }, [question]);

  return (
    <Dialog ref={dialog} aria-labelledby="portage-question">
      {question && (
        <>
          <Text id="portage-question">{question.text}</Text>
          <Inline $align="stretch" $justify="end" $isNowrap>
            <Button variant="secondary" onClick={() => question.answer(false)}>
              {question.cancel}
            </Button>
            <Button variant={question.isDestructive ? 'danger' : 'primary'} onClick={() => question.answer(true)}>
              {question.confirm}
            </Button>
          </Inline>
        </>
      )}
    </Dialog>
  );
}
