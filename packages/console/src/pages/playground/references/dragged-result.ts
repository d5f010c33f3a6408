import type { DragEvent } from 'react'

// Browsers drag pictures of a page as files too, without their address here: a copy would be uploaded for nothing.
const TYPE = 'application/x-mediagen-result'

/** Makes a result something to drop on the form: its own address, not a copy of it. */
export function dragResult({ dataTransfer }: DragEvent, url: string): void {
  dataTransfer.setData(TYPE, url)
  dataTransfer.effectAllowed = 'copy'
}

export function carriesPicture({ types }: DataTransfer): boolean {
  return types.includes('Files') || types.includes(TYPE)
}

/** The address of a result that was dropped; undefined for anything else. */
export function droppedResult(transfer: DataTransfer | null): string | undefined {
  const url = transfer?.getData(TYPE) ?? ''
  return url === '' ? undefined : url
}
