/** Copies what stands in a field. Without https there is no clipboard; the old way still works. */
export async function copyFrom(field: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(field);
  try {
    await navigator.clipboard.writeText(input?.value ?? '');
  } catch {
    input?.select();
    document.execCommand('copy');
  }
}
