//! The words of the language, found by a hash table that is built at compile time.
//!
//! A word is identified by its length, its first eight and its last eight bytes; only words longer
//! than sixteen bytes need a comparison of the text. Words that are not listed are
//! [`Kw::Unknown`]; wherever an attribute may stand they are skipped, everywhere else refused.

macro_rules! keywords {
    ($($name:ident $text:literal)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub(crate) enum Kw { Unknown, $($name),* }

        const ALL: &[Kw] = &[Kw::Unknown, $(Kw::$name),*];
        const TEXT: &[&[u8]] = &[b"", $($text),*];
    };
}

keywords! {
    // Top level.
    SourceFilename b"source_filename" Target b"target" Triple b"triple" Datalayout b"datalayout"
    Module b"module" Asm b"asm" Define b"define" Declare b"declare" Type b"type" Opaque b"opaque"
    Attributes b"attributes" Uselistorder b"uselistorder" UselistorderBb b"uselistorder_bb"
    Global b"global" Constant b"constant" Alias b"alias" Ifunc b"ifunc" Comdat b"comdat"
    Any b"any" Exactmatch b"exactmatch" Largest b"largest" Nodeduplicate b"nodeduplicate"
    Samesize b"samesize" Noduplicates b"noduplicates"
    // Linkage and the like.
    Private b"private" Internal b"internal" AvailableExternally b"available_externally"
    Linkonce b"linkonce" LinkonceOdr b"linkonce_odr" Weak b"weak" WeakOdr b"weak_odr"
    Common b"common" Appending b"appending" ExternWeak b"extern_weak" External b"external"
    Default b"default" Hidden b"hidden" Protected b"protected" Dllimport b"dllimport"
    Dllexport b"dllexport" DsoLocal b"dso_local" DsoPreemptable b"dso_preemptable"
    ThreadLocal b"thread_local" UnnamedAddr b"unnamed_addr" LocalUnnamedAddr b"local_unnamed_addr"
    ExternallyInitialized b"externally_initialized" Addrspace b"addrspace" Section b"section"
    Partition b"partition" Align b"align" CodeModel b"code_model" Gc b"gc" Prefix b"prefix"
    Prologue b"prologue" Personality b"personality" Cc b"cc"
    NoSanitizeAddress b"no_sanitize_address" NoSanitizeHwaddress b"no_sanitize_hwaddress"
    SanitizeMemtag b"sanitize_memtag" SanitizeAddressDyninit b"sanitize_address_dyninit"
    // Types.
    Void b"void" Half b"half" Bfloat b"bfloat" Float b"float" Double b"double" X86Fp80 b"x86_fp80"
    Fp128 b"fp128" PpcFp128 b"ppc_fp128" Ptr b"ptr" LabelTy b"label" MetadataTy b"metadata"
    TokenTy b"token" X86Amx b"x86_amx" X86Mmx b"x86_mmx" X b"x" Vscale b"vscale"
    // Values.
    Null b"null" Undef b"undef" Poison b"poison" True b"true" False b"false"
    Zeroinitializer b"zeroinitializer" NoneValue b"none" Splat b"splat"
    Blockaddress b"blockaddress" DsoLocalEquivalent b"dso_local_equivalent" NoCfi b"no_cfi"
    Ptrauth b"ptrauth" C b"c" Sideeffect b"sideeffect" Alignstack b"alignstack"
    Inteldialect b"inteldialect" Unwind b"unwind" Inrange b"inrange"
    // Instructions.
    Ret b"ret" Br b"br" Switch b"switch" Indirectbr b"indirectbr" Invoke b"invoke"
    Callbr b"callbr" Resume b"resume" Unreachable b"unreachable" Cleanupret b"cleanupret"
    Catchret b"catchret" Catchswitch b"catchswitch" Fneg b"fneg" Add b"add" Sub b"sub" Mul b"mul"
    Udiv b"udiv" Sdiv b"sdiv" Urem b"urem" Srem b"srem" Shl b"shl" Lshr b"lshr" Ashr b"ashr"
    And b"and" Or b"or" Xor b"xor" Fadd b"fadd" Fsub b"fsub" Fmul b"fmul" Fdiv b"fdiv"
    Frem b"frem" Icmp b"icmp" Fcmp b"fcmp" Trunc b"trunc" Zext b"zext" Sext b"sext"
    Fptrunc b"fptrunc" Fpext b"fpext" Fptoui b"fptoui" Fptosi b"fptosi" Uitofp b"uitofp"
    Sitofp b"sitofp" Ptrtoint b"ptrtoint" Ptrtoaddr b"ptrtoaddr" Inttoptr b"inttoptr"
    Bitcast b"bitcast" Addrspacecast b"addrspacecast" Select b"select" Freeze b"freeze"
    Extractelement b"extractelement" Insertelement b"insertelement"
    Shufflevector b"shufflevector" Extractvalue b"extractvalue" Insertvalue b"insertvalue"
    Alloca b"alloca" Load b"load" Store b"store" Fence b"fence" Cmpxchg b"cmpxchg"
    Atomicrmw b"atomicrmw" Getelementptr b"getelementptr" Phi b"phi" Call b"call" Tail b"tail"
    Musttail b"musttail" Notail b"notail" VaArg b"va_arg" Landingpad b"landingpad"
    Catchpad b"catchpad" Cleanuppad b"cleanuppad"
    // Parts of instructions.
    To b"to" Within b"within" From b"from" Caller b"caller" Cleanup b"cleanup" Catch b"catch"
    Filter b"filter" Volatile b"volatile" Atomic b"atomic" Syncscope b"syncscope"
    Unordered b"unordered" Monotonic b"monotonic" Acquire b"acquire" Release b"release"
    AcqRel b"acq_rel" SeqCst b"seq_cst" Inalloca b"inalloca" Swifterror b"swifterror"
    Nuw b"nuw" Nsw b"nsw" Exact b"exact" Disjoint b"disjoint" Nneg b"nneg" Samesign b"samesign"
    Inbounds b"inbounds" Nusw b"nusw" Nnan b"nnan" Ninf b"ninf" Nsz b"nsz" Arcp b"arcp"
    Contract b"contract" Afn b"afn" Reassoc b"reassoc" Fast b"fast"
    Eq b"eq" Ne b"ne" Ugt b"ugt" Uge b"uge" Ult b"ult" Ule b"ule" Sgt b"sgt" Sge b"sge"
    Slt b"slt" Sle b"sle" Oeq b"oeq" Ogt b"ogt" Oge b"oge" Olt b"olt" Ole b"ole" One b"one"
    Ord b"ord" Ueq b"ueq" Une b"une" Uno b"uno"
    Xchg b"xchg" Nand b"nand" Max b"max" Min b"min" Umax b"umax" Umin b"umin" Fmax b"fmax"
    Fmin b"fmin" Fmaximum b"fmaximum" Fminimum b"fminimum" UincWrap b"uinc_wrap"
    UdecWrap b"udec_wrap" UsubCond b"usub_cond" UsubSat b"usub_sat"
    // Attributes that matter.
    Noreturn b"noreturn" ReturnsTwice b"returns_twice" Naked b"naked" Alwaysinline b"alwaysinline"
    Noinline b"noinline" NullPointerIsValid b"null_pointer_is_valid" Strictfp b"strictfp"
    Byval b"byval" Sret b"sret" Preallocated b"preallocated" Byref b"byref"
    Elementtype b"elementtype" Noundef b"noundef" Nonnull b"nonnull" Zeroext b"zeroext"
    Signext b"signext" Returned b"returned" Nest b"nest" Dereferenceable b"dereferenceable"
    // Debug records and names of attachments.
    DbgDeclare b"dbg_declare" DbgValue b"dbg_value" DbgAssign b"dbg_assign" DbgLabel b"dbg_label"
    DbgDeclareValue b"dbg_declare_value" Dbg b"dbg" Range b"range"
    // Metadata nodes.
    Distinct b"distinct" DILocation b"DILocation" DISubprogram b"DISubprogram"
    DILocalVariable b"DILocalVariable" DIGlobalVariable b"DIGlobalVariable"
    DIGlobalVariableExpression b"DIGlobalVariableExpression" DIExpression b"DIExpression"
    DIArgList b"DIArgList" DIFile b"DIFile" DICompileUnit b"DICompileUnit"
    DILexicalBlock b"DILexicalBlock" DILexicalBlockFile b"DILexicalBlockFile"
    DIBasicType b"DIBasicType" DIDerivedType b"DIDerivedType" DICompositeType b"DICompositeType"
    DISubroutineType b"DISubroutineType" DIEnumerator b"DIEnumerator" DISubrange b"DISubrange"
    DINamespace b"DINamespace" DILabel b"DILabel"
    DITemplateTypeParameter b"DITemplateTypeParameter"
    DITemplateValueParameter b"DITemplateValueParameter"
    // Keys of metadata fields.
    Line b"line" Column b"column" Scope b"scope" InlinedAt b"inlinedAt" Name b"name"
    LinkageName b"linkageName" File b"file" Filename b"filename" Directory b"directory"
    BaseType b"baseType" Size b"size" Offset b"offset" Encoding b"encoding"
    Tag b"tag" Elements b"elements" Arg b"arg" Flags b"flags" Count b"count"
    LowerBound b"lowerBound" UpperBound b"upperBound" Value b"value" IsUnsigned b"isUnsigned"
    Var b"var" Expr b"expr" Unit b"unit" Language b"language" Producer b"producer"
    IsOptimized b"isOptimized" Types b"types" Identifier b"identifier"
    Declaration b"declaration" RetainedNodes b"retainedNodes" ScopeLine b"scopeLine"
    DwarfAddressSpace b"dwarfAddressSpace"
}

const BITS: u32 = 11;
const SLOTS: usize = 1 << BITS;

/// First and last eight bytes of a word, and its length: what the table is keyed by.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fingerprint {
    head: u64,
    tail: u64,
    len: usize,
}

impl Fingerprint {
    const fn slot(self) -> usize {
        let mixed = (self.head ^ self.tail.rotate_left(29) ^ ((self.len as u64) << 56)) as u128;
        let wide = mixed * 0x9E37_79B9_7F4A_7C15;
        (((wide >> 64) as u64 ^ wide as u64) >> (64 - BITS)) as usize
    }
}

const fn little(word: &[u8], from: usize, count: usize) -> u64 {
    let mut value = 0;
    let mut at = 0;
    while at < count {
        value |= (word[from + at] as u64) << (8 * at);
        at += 1;
    }
    value
}

const fn fingerprint(word: &[u8]) -> Fingerprint {
    let len = word.len();
    if len <= 8 {
        Fingerprint { head: little(word, 0, len), tail: 0, len }
    } else {
        Fingerprint { head: little(word, 0, 8), tail: little(word, len - 8, 8), len }
    }
}

static FINGERPRINTS: [Fingerprint; TEXT.len()] = {
    let mut all = [Fingerprint { head: 0, tail: 0, len: 0 }; TEXT.len()];
    let mut at = 0;
    while at < TEXT.len() {
        all[at] = fingerprint(TEXT[at]);
        at += 1;
    }
    all
};

/// Open addressing; zero marks a free slot.
static TABLE: [u16; SLOTS] = {
    let mut table = [0u16; SLOTS];
    let mut word = 1;
    while word < TEXT.len() {
        let mut slot = fingerprint(TEXT[word]).slot();
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = word as u16;
        word += 1;
    }
    table
};

/// The keyword `source[start..end]` is.
#[inline]
pub(crate) fn lookup(source: &[u8], start: usize, end: usize) -> Kw {
    let len = end - start;
    let load = |at: usize| match source.get(at..at + 8) {
        Some(bytes) => u64::from_le_bytes(bytes.try_into().unwrap_or_default()),
        None => little(source, at, source.len() - at),
    };
    let print = if len <= 8 {
        let mask = if len == 8 { u64::MAX } else { (1 << (8 * len)) - 1 };
        Fingerprint { head: load(start) & mask, tail: 0, len }
    } else {
        Fingerprint { head: load(start), tail: load(end - 8), len }
    };
    let mut slot = print.slot();
    loop {
        let found = TABLE[slot] as usize;
        if found == 0 {
            return Kw::Unknown;
        }
        if FINGERPRINTS[found] == print && (len <= 16 || TEXT[found] == &source[start..end]) {
            return ALL[found];
        }
        slot = (slot + 1) % SLOTS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_and_nothing_else() {
        for (at, text) in TEXT.iter().enumerate().skip(1) {
            assert_eq!(lookup(text, 0, text.len()), ALL[at]);
            let padded = [b"--", *text, b"--------"].concat();
            assert_eq!(lookup(&padded, 2, 2 + text.len()), ALL[at]);
            assert_eq!(lookup(&padded, 2, 3 + text.len()), Kw::Unknown);
        }
        assert_eq!(lookup(b"loaf", 0, 4), Kw::Unknown);
        assert_eq!(lookup(b"null_pointer_xx_valid", 0, 21), Kw::Unknown);
    }
}
