// Stands in for @webreflection/idb-map: PyScript's cache of packages, of which this page installs none.

export default class {
  async entries() {
    return [];
  }
  async has() {
    return false;
  }
  async get() {}
  async set() {}
  async delete() {}
  async clear() {}
  async close() {}
}
