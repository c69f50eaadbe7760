import type { ShippedPackage } from './licences.ts';

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * The product's parts as CycloneDX 1.6 (JSON): bundled packages and shipped programs, not build
 * tools. The same parts give the same document.
 */
export function billOfMaterials(product: Product, packages: readonly ShippedPackage[]): object {
  const root = `pkg:npm/${product.name}@${product.version}`;
  const components = packages.map(componentOf);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': root,
        type: 'application',
        name: product.name,
        version: product.version,
        purl: root,
        licenses: [{ license: { id: product.license } }],
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

function componentOf({ name, version, licence }: ShippedPackage) {
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    licenses: licence === null ? [] : [licenceOf(licence)],
  };
}

/** A licence identifier, or an expression of several. */
function licenceOf(licence: string) {
  return / (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } };
}
