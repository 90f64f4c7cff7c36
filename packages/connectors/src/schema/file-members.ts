/** Members of a file value that is passed between steps: its name, its media type, and its content as Base64 or as text. */
export const fileMembers = ['fileName', 'contentType', 'base64', 'text'] as const;
