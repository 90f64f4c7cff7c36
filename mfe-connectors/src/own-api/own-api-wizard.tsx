import { FormLayout } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { DocumentStep } from './document-step.tsx';
import { type FoundApi, startValues } from './own-api-values.ts';
import { SignInAndTest, type WizardEnd } from './sign-in-and-test.tsx';
import { Steps } from './steps.tsx';

interface OwnApiWizardProps extends WizardEnd {
  /** Shown below the first step. */
  children?: ReactNode;
}

/** Adds an API in three steps: document, sign-in, test. The connector is made by the second. */
export function OwnApiWizard(props: OwnApiWizardProps) {
  const [found, setFound] = useState<FoundApi | null>(null);
  const [isChoosing, setIsChoosing] = useState(true);
  return (
    <>
      {/* Both stay, so that going back loses nothing. */}
      <div hidden={!isChoosing}>
        <FormLayout as="div">
          <Steps current={0} />
          <DocumentStep
            found={found}
            onFound={(next) => {
              setFound(next);
              setIsChoosing(false);
            }}
            actions={props.cancel}
          />
          {props.children}
        </FormLayout>
      </div>
      {found ? (
        <div hidden={isChoosing}>
          <SignInAndTest
            key={found.openApiDocument.fileStorageId}
            {...props}
            found={found}
            initial={startValues(found)}
            onBack={() => setIsChoosing(true)}
          />
        </div>
      ) : null}
    </>
  );
}
