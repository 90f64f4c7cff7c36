import { useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Button, FilePicker, Hint, Problem } from '@portage/ui';
import { useEffect, useState } from 'react';
import { type ConnectorType, getLogoUrl } from '../connector-type.ts';
import { Logo } from '../logo.tsx';

const PICTURES = /\.(svg|png|jpe?g|gif|webp)$/i;

export interface LogoFieldProps {
  name: string;
  /** The stored type; null for a new one. */
  type: Pick<ConnectorType, 'id' | 'logo'> | null;
  value: ConnectorType['logo'];
  onChange: (logo: ConnectorType['logo']) => void;
  errorMessage: string | undefined;
}

export function LogoField({ name, type, value, onChange, errorMessage }: LogoFieldProps) {
  const { uploadFile, notify } = useHost();
  const [chosen, setChosen] = useState<{ id: string; url: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen]);

  async function pick(file: File): Promise<void> {
    setProblem(undefined);
    if (!PICTURES.test(file.name)) {
      setProblem('Please choose a picture: SVG, PNG, JPEG, GIF or WebP.');
      return;
    }
    setIsBusy(true);
    try {
      const location = await uploadFile(file);
      notify.success(`${file.name} file uploaded successfully`);
      setChosen({ id: location.fileStorageId, url: URL.createObjectURL(file) });
      onChange(location);
    } catch (error) {
      notify.error(`${file.name} file upload failed.`);
      setProblem(getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  }

  const stored = type?.logo && value?.fileStorageId === type.logo.fileStorageId ? getLogoUrl(type) : null;
  const url = value && chosen?.id === value.fileStorageId ? chosen.url : stored;
  return (
    <div>
      <FilePicker
        label="Upload logo"
        accept=".svg,.png,.jpg,.jpeg,.gif,.webp"
        onPick={pick}
        isBusy={isBusy}
        picture={<Logo isLarge name={name} url={url} />}
        actions={value ? <Button onPress={() => onChange(null)}>Remove</Button> : null}
      >
        {value ? <span>{value.fileName}</span> : <Hint>Shown where people pick an application. A square picture looks best.</Hint>}
      </FilePicker>
      {(problem ?? errorMessage) ? (
        <Problem $size="small" role="alert">
          {problem ?? errorMessage}
        </Problem>
      ) : null}
    </div>
  );
}
