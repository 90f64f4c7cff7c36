import styled from 'styled-components';

/** Longer parts are broken anywhere: no column is that wide. */
const LONGEST_WHOLE_PART = 24;

const Address = styled.span<{ $isLong: boolean }>`
  overflow-wrap: ${({ $isLong }) => ($isLong ? 'anywhere' : 'break-word')};
`;

/** An e-mail address that breaks after its "@", not inside a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  const parts = [email.slice(0, at), email.slice(at)];
  return (
    <Address $isLong={parts.some((part) => part.length > LONGEST_WHOLE_PART)}>
      {parts[0]}
      <wbr />
      {parts[1]}
    </Address>
  );
}
