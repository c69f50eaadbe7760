/** A kind of identifier, in the colour of its family. */
export function KindTag({ kind, family }: { readonly kind: string; readonly family: string }) {
  return (
    <span className="kind" data-family={family}>
      {kind}
    </span>
  );
}
