/** Copies the content of a field. Without https there is no clipboard API, so the browser's older command is used. */
export async function copyFrom(field: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(field);
  try {
    await navigator.clipboard.writeText(input?.value ?? '');
  } catch {
    input?.select();
    document.execCommand('copy');
  }
}
